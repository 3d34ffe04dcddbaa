//! Starts the command line, nothing else.

fn main() -> std::process::ExitCode {
    jostle::cli::main()
}
