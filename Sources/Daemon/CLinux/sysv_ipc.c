// Objects of System V IPC (sysvipc(7)): the kernel keeps them until somebody removes them, whoever has ended meanwhile.
#define _GNU_SOURCE
#include <errno.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clinux.h"
#include "dumpable.h"

// semctl(2) has its callers define it.
union semun {
  struct semid_ds *buf;
  struct seminfo *info;
};

static int highest_index(enum roost_ipc_kind kind) {
  struct shm_info segments;
  struct msginfo queues;
  struct seminfo semaphores;
  switch (kind) {
    case ROOST_IPC_SEGMENT: return shmctl(0, SHM_INFO, (struct shmid_ds *)&segments);
    case ROOST_IPC_QUEUE: return msgctl(0, MSG_INFO, (struct msqid_ds *)&queues);
    case ROOST_IPC_SEMAPHORES: return semctl(0, 0, SEM_INFO, (union semun){.info = &semaphores});
  }
  errno = EINVAL;
  return -1;
}

int roost_ipc_highest_index(enum roost_ipc_kind kind, int *index) {
  *index = highest_index(kind);
  return *index < 0 ? errno : 0;
}

static int look(enum roost_ipc_kind kind, int index, struct ipc_perm *owner, bool *is_attached) {
  struct shmid_ds segment;
  struct msqid_ds queue;
  struct semid_ds semaphores;
  int id = -1;
  switch (kind) {
    case ROOST_IPC_SEGMENT:
      id = shmctl(index, SHM_STAT_ANY, &segment);
      *owner = segment.shm_perm;
      *is_attached = segment.shm_nattch > 0;
      return id;
    case ROOST_IPC_QUEUE:
      id = msgctl(index, MSG_STAT_ANY, &queue);
      *owner = queue.msg_perm;
      return id;
    case ROOST_IPC_SEMAPHORES:
      id = semctl(index, 0, SEM_STAT_ANY, (union semun){.buf = &semaphores});
      *owner = semaphores.sem_perm;
      return id;
  }
  errno = EINVAL;
  return id;
}

int roost_ipc_look(enum roost_ipc_kind kind, int index, struct roost_ipc *object) {
  struct ipc_perm owner = {0};
  bool is_attached = false;
  int id = look(kind, index, &owner, &is_attached);
  if (id < 0) return errno;
  *object = (struct roost_ipc){id, owner.__key, owner.uid, owner.cuid, is_attached};
  return 0;
}

static int remove_object(enum roost_ipc_kind kind, int id) {
  switch (kind) {
    case ROOST_IPC_SEGMENT: return shmctl(id, IPC_RMID, NULL);
    case ROOST_IPC_QUEUE: return msgctl(id, IPC_RMID, NULL);
    case ROOST_IPC_SEMAPHORES: return semctl(id, 0, IPC_RMID);
  }
  errno = EINVAL;
  return -1;
}

int roost_ipc_remove(enum roost_ipc_kind kind, int id, uid_t owner) {
  // The system call changes the calling thread alone, glibc's function all of them (nptl(7)). Nobody may signal or trace
  // the thread for it: its real and its saved user stay root.
  if (syscall(SYS_setresuid, -1, owner, -1) < 0) return errno;
  int error = remove_object(kind, id) < 0 ? errno : 0;
  // Back to the saved user it may always go; it may have to wait for memory.
  while (syscall(SYS_setresuid, -1, 0, -1) < 0) usleep(1000);
  roost_dumpable_end_thread();
  return error;
}
