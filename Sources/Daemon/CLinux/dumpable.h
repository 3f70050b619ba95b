// Gives the process back that it may be traced and leave a core, which a change of users takes from all that share its
// memory (PR_SET_DUMPABLE of prctl(2)).
#ifndef ROOST_DUMPABLE_H
#define ROOST_DUMPABLE_H

// Before and after a child that becomes another user in our memory. Nothing is given back in between: the child has no
// rights but that user's, who could trace it, and with it us.
void roost_dumpable_begin_child(void);
void roost_dumpable_end_child(void);

// After a thread has been another user and is itself again; gives nothing back while there is such a child.
void roost_dumpable_end_thread(void);

#endif
