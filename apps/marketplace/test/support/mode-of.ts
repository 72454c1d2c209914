import { stat } from 'node:fs/promises';

/** The permission bits of a file, such as 0o600. */
export const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
