//! What compilers for hardware make of the passes: no product and sum become one instruction, whose result may have other bits. Software
//! adapters do not do that, these do wherever nothing keeps them from it.
//!
//! Mesa's driver for AMD's GPUs, which Debian has in one package with llvmpipe, compiles without a GPU. What other drivers make of the
//! passes the test reads that is ignored here: of the first GPU that Vulkan has (docs/gpus.md says how).
#![cfg(target_os = "linux")]

mod driver;
#[path = "../common/skipped.rs"]
mod skipped;

use std::path::PathBuf;
use std::process::Command;

use driver::Driver;
use jostle::passes::{Access, PASSES, Pass};
use jostle::shaders::{Shape, source};
use naga::back::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use skipped::skipped;

/// A GPU that has an instruction for `a * b + c` with one rounding.
const NAVI: &str = "navi21";

const SHAPES: [Shape; 2] = [Shape::HARDWARE, Shape { folded: true, levels: 5, ..Shape::HARDWARE }];

/// What begins the line with the reason why a driver's machine code cannot be read.
const UNREADABLE: &str = "cannot be read: ";

#[test]
fn mesa_makes_no_instruction_of_a_product_and_a_sum_for_navi_21() {
    let Some(icd) = radeon() else {
        return skipped("there is no driver for AMD's GPUs (install mesa-vulkan-drivers)");
    };
    // Drivers are chosen by the environment of a process.
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "a_driver_makes_no_instruction_of_a_product_and_a_sum", "--ignored", "--nocapture"]);
    ["RADV_DEBUG", "RADV_PERFTEST", "VK_ADD_DRIVER_FILES"].iter().for_each(|variable| _ = child.env_remove(variable));
    child.envs([("RADV_FORCE_FAMILY", NAVI), ("MESA_SHADER_CACHE_DISABLE", "true")]).env("VK_DRIVER_FILES", icd);
    let run = child.output().unwrap();
    let said = [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    if let Some((_, reason)) = said.split_once(UNREADABLE) {
        return skipped(&format!("what Mesa makes for AMD's GPUs cannot be read: {}", reason.lines().next().unwrap_or_default()));
    }
    assert!(run.status.success() && said.contains("1 passed") && said.to_lowercase().contains(NAVI), "{said}");
}

/// The driver for AMD's GPUs: of this processor, where there are several.
fn radeon() -> Option<PathBuf> {
    let names = [format!("radeon_icd.{}.json", std::env::consts::ARCH), "radeon_icd.json".into()];
    let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"].map(PathBuf::from);
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|file| file.is_file())
}

#[test]
#[ignore = "reads what the driver of VK_DRIVER_FILES makes, see docs/gpus.md"]
fn a_driver_makes_no_instruction_of_a_product_and_a_sum() {
    let driver = Driver::open().unwrap_or_else(|error| panic!("{UNREADABLE}{error}"));
    println!("{}", driver.name);
    // Where nothing keeps it from it, it does, and that is seen.
    let (barrier, bare) = ("return bitcast<f32>(bitcast<u32>(a * b) ^ params.zero);", "return a * b;");
    let pass = PASSES.iter().find(|pass| pass.name == "relax_contacts").unwrap();
    let text = source(pass, Shape::HARDWARE);
    assert!(text.contains(barrier));
    let code = machine_code(&driver, pass, &text.replace(barrier, bare));
    assert!(code.lines().count() > 100, "{UNREADABLE}{code}");
    assert!(code.lines().any(fuses), "without the barrier {} fuses nothing, or it is not seen: {code}", driver.name);
    for pass in PASSES {
        for shape in SHAPES {
            let code = machine_code(&driver, pass, &source(pass, shape));
            let fused: Vec<&str> = code.lines().filter(|line| fuses(line)).collect();
            assert!(fused.is_empty(), "{} with {shape:?}: {fused:#?}", pass.name);
        }
    }
}

fn machine_code(driver: &Driver, pass: &Pass, wgsl: &str) -> String {
    let are_uniform: Vec<bool> = pass.bindings.iter().map(|(_, access)| *access == Access::Uniform).collect();
    driver.machine_code(&spir_v(wgsl), pass.name, &are_uniform)
}

/// A shader as wgpu hands it to drivers of Vulkan 1.2 without checks, but for workgroup memory, which is zeroed by the shader here.
fn spir_v(wgsl: &str) -> Vec<u32> {
    let module = naga::front::wgsl::parse_str(wgsl).unwrap();
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).unwrap();
    let options = spv::Options { lang_version: (1, 5), force_loop_bounding: false, emit_int_div_checks: false, ..Default::default() };
    spv::write_vec(&module, &info, &options, None).unwrap()
}

/// Whether a line of machine code is an instruction for a product and a sum of floats: AMD's (`v_fma_f32`, `v_mac_f32`, `s_fmac_f32`, ...),
/// Intel's (`mad` of type F) or NVIDIA's as Mesa writes it (`ffma`).
fn fuses(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        let amd = word.starts_with("v_") || word.starts_with("s_");
        let amd = amd && ["fma", "mad", "mac"].iter().any(|name| word.contains(name)) && word.contains("_f");
        let intel = (word.starts_with("mad(") || word.starts_with("mad.")) && line.contains(">F");
        amd || intel || word.starts_with("ffma") || word.starts_with("hfma")
    })
}

#[test]
fn instructions_for_a_product_and_a_sum_are_known() {
    for line in [
        "\tv_fma_f32 v8, v4, v5, v6  ; d54b0008 041a0b04",
        "\tv_fmac_f32_e32 v8, v4, v5",
        "\tv_mad_f32 v8, v4, v5, v6",
        "\tv_fmaak_f32 v8, v4, v5, 0x3f800000",
        "\tv_dual_fmac_f32 v0, v1, v2 :: v_dual_mul_f32 v3, v4, v5",
        "\ts_fmac_f32 s0, s1, s2",
        "mad(16)         g2<1>F          g28<8,8,1>F     g26<8,8,1>F     g24<1,1,1>F { align1 1H };",
        "(+f0.0) mad.sat(8) g2<1>F       g28<8,8,1>F     g26<8,8,1>F     g24<1,1,1>F { align1 1H };",
        "r2    = ffma.ftz r4 r5 r6                            // delay=1",
    ] {
        assert!(fuses(line), "{line}");
    }
    for line in [
        "\tv_mad_u32_u24 v0, s0, 64, v0",
        "\tv_mad_u64_u32 v[0:1], null, s0, v1, v[2:3]",
        "\tv_mul_f32_e32 v8, v4, v5",
        "\ts_mul_f32 s0, s1, s2",
        "mad(8)          g2<1>D          g28<8,8,1>D     g26<8,8,1>W     g24<1,1,1>W { align1 1Q };",
        "r3    = fadd.ftz r4 r5                               // delay=6",
    ] {
        assert!(!fuses(line), "{line}");
    }
}
