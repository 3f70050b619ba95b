// The signal handler of an app in the instant of its crash, which cannot be Swift (signal-safety(7)).
#pragma once

// From now on a signal that ends this process for a fault of its own first writes one line to `descriptor`,
// {"trace":{"crashing":SIGNAL,"thread":TID}}, and stays as it is for at most `milliseconds`, so that somebody can look
// at it; the same signal from outside ends that time early. Then it ends the process as it always would have.
// Signals that have a handler already, or are ignored, are left alone. It says nothing, and waits for nobody, where another
// line does not come to its end in 100 ms.
void roost_tell_of_crashes(int descriptor, unsigned milliseconds);

// Around each line that is written to a descriptor, by one thread at a time, so that none lands in its midst.
void roost_line_begins(int descriptor);
void roost_line_ended(int descriptor);
