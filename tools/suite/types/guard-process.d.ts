/**
 * Ends all descendants of this process when it ends: normally, by a signal, or killed. They get SIGTERM, and SIGKILL three seconds
 * later. If this process runs as a script of npm or pnpm, it ends in the same way when the package manager is killed.
 *
 * Resolves once the guard knows all running descendants; it finds later ones within a fifth of a second. May be called several
 * times; only one guard starts. Does nothing on Windows.
 */
export function guardProcess(): Promise<void>;

/** Does the same, and removes a folder after the processes have ended. */
export function guardFolder(path: string): Promise<void>;
