/*
 * Preloaded into a program (LD_PRELOAD): moves its time of day by the seconds in the file MOVED_CLOCK, while it runs.
 * libfaketime does not start with the allocator of Varnish, and nginx clears the environment that it reads.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long long *seconds;

__attribute__((constructor)) static void open_clock(void)
{
	const char *file = getenv("MOVED_CLOCK");
	int fd = file ? open(file, O_RDONLY) : -1;
	if (fd < 0)
		return;
	void *map = mmap(NULL, sizeof *seconds, PROT_READ, MAP_SHARED, fd, 0);
	if (map != MAP_FAILED)
		seconds = map;
	close(fd);
}

static long long moved(void)
{
	return seconds ? *seconds : 0;
}

int clock_gettime(clockid_t id, struct timespec *to)
{
	int result = (int)syscall(SYS_clock_gettime, id, to);
	if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE))
		to->tv_sec += moved();
	return result;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
	struct timespec now;
	(void)zone;
	if (clock_gettime(CLOCK_REALTIME, &now) != 0)
		return -1;
	to->tv_sec = now.tv_sec;
	to->tv_usec = now.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *to)
{
	struct timespec now;
	if (clock_gettime(CLOCK_REALTIME, &now) != 0)
		return -1;
	if (to)
		*to = now.tv_sec;
	return now.tv_sec;
}

/* The kernel waits until a time of its own clock. */
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
	const struct timespec *restrict until)
{
	typedef int wait_function(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
	static wait_function *wait;
	if (!wait) {
		void *found = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
		if (!found)
			found = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
		wait = (wait_function *)found;
	}
	struct timespec own = *until;
	own.tv_sec -= moved();
	return wait(condition, mutex, &own);
}
