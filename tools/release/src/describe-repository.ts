/** What a package.json says of the repository that its package is published from. */
export interface RepositoryFields {
  repository: { type: 'git'; url: string; directory: string };
  homepage: string;
  bugs: string;
}

/** Describes a package in a folder of the repository at an address of GitHub. By `directory` npm finds where links of its README lead. */
export function describeRepository(address: string, directory: string): RepositoryFields {
  return {
    repository: { type: 'git', url: `git+${address}.git`, directory },
    homepage: `${address}/tree/main/${directory}#readme`,
    bugs: `${address}/issues`,
  };
}
