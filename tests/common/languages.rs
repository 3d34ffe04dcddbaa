//! Writing a shader in the languages of Metal, DirectX and OpenGL, as wgpu does on systems where no test of ours runs.

use naga::back::{glsl, hlsl, msl};
use naga::proc::BoundsCheckPolicies;
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage};

/// Writes all entry points in each language; the error names the language.
pub fn write_everywhere(module: &Module, info: &ModuleInfo) -> Result<(), String> {
    for shader_model in [hlsl::ShaderModel::V5_1, hlsl::ShaderModel::V6_0] {
        let options = hlsl::Options { shader_model, ..hlsl::Options::default() };
        let written = hlsl::Writer::new(&mut String::new(), &options, &hlsl::PipelineOptions::default()).write(module, info, None);
        let points = written.map_err(|error| format!("HLSL {shader_model:?}: {error}"))?.entry_point_names;
        points.into_iter().try_for_each(|point| point.map(drop).map_err(|error| format!("HLSL {shader_model:?}: {error}")))?;
    }
    let options = msl::Options { lang_version: (2, 1), fake_missing_bindings: true, ..msl::Options::default() };
    let (_, points) =
        msl::write_string(module, info, &options, &msl::PipelineOptions::default()).map_err(|error| format!("MSL: {error}"))?;
    points.entry_point_names.into_iter().try_for_each(|point| point.map(drop).map_err(|error| format!("MSL: {error}")))?;
    for point in &module.entry_points {
        let options = glsl::Options { version: glsl::Version::new_gles(310), ..glsl::Options::default() };
        let point_options = glsl::PipelineOptions { shader_stage: point.stage, entry_point: point.name.clone(), multiview: None };
        let mut text = String::new();
        let policies = BoundsCheckPolicies::default();
        glsl::Writer::new(&mut text, module, info, &options, &point_options, policies)
            .and_then(|mut writer| writer.write())
            .map_err(|error| format!("GLSL: {error}"))?;
        let has_main = text.contains("void main()");
        assert!(has_main || point.stage != ShaderStage::Compute, "GLSL without an entry point");
    }
    Ok(())
}
