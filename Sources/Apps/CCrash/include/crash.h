// The signal handler of an app in the instant of its crash, which cannot be Swift (signal-safety(7)).
#pragma once

// From now on a signal that ends this process for a fault of its own first writes one line to `descriptor`,
// {"trace":{"crashing":SIGNAL,"thread":TID}}, and stays as it is for at most `milliseconds`, so that somebody can look
// at it; the same signal from outside ends that time early. Then it ends the process as it always would have.
// Signals that have a handler already, or are ignored, are left alone.
void roost_tell_of_crashes(int descriptor, unsigned milliseconds);
