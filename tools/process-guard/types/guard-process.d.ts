/**
 * Ends every process that this one has started, directly or through others, when this process ends: normally, by a signal, or
 * killed. They get SIGTERM, and SIGKILL three seconds later. If this process runs as a script of npm or pnpm, it ends in the same
 * way when the package manager is killed.
 *
 * Resolves once all processes that run already are known to the guard; later ones are found within a fifth of a second. May be
 * called several times; one guard is started. Does nothing on Windows.
 */
export function guardProcess(): Promise<void>;

/** The same, and removes a folder after the processes have ended. */
export function guardFolder(path: string): Promise<void>;
