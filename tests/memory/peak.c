/* peak COMMAND..: runs it without its standard output, and says how it ended and the most kilobytes that were resident. A small
 * program of its own, as a process that is started counts what the one that starts it held. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct rusage usage;
    int status = 0, nothing = open("/dev/null", O_WRONLY);
    pid_t child = argc > 1 && nothing >= 0 ? fork() : -1;
    if (child == 0) {
        dup2(nothing, STDOUT_FILENO);
        execv(argv[1], argv + 1);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || getrusage(RUSAGE_CHILDREN, &usage) != 0) {
        return 1;
    }
#ifdef __APPLE__
    usage.ru_maxrss /= 1024;
#endif
    printf("%d %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), (long)usage.ru_maxrss);
    return 0;
}
