// Whether the adapter ended loops of this thread before their end: joined on those that do (llvmpipe, after 65,535 rounds of all loops of a
// thread together). What it ended then is not known, so nothing that follows is a result. No twin: nobody ends loops of the CPU's.

// An adapter that has ended one loop ends this one after its first round, or its second where the compiler took one out of the loop. So
// does one that was about to.
fn note_ended_loops(pass_number: u32) {
    var rounds = 0u;
    loop {
        rounds += 1u;
        // No compiler knows that this is 3, so none unrolls the loop, nor takes what is asked behind it for known.
        if rounds >= 3u + params.zero {
            break;
        }
    }
    if rounds < 3u && atomicLoad(&ended_loops) == 0u {
        atomicStore(&ended_loops, pass_number);
    }
}
