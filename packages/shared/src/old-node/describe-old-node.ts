/**
 * Returns a sentence which says that this Node is too old and what to do; undefined if it is not. `range` is `engines.node` of a
 * package.json, in the form `>=24.18`. `version` defaults to that of this process.
 */
export function describeOldNode(range: string, version: string = process.versions.node): string | undefined {
  const needed = range.replace('>=', '');
  const [major = 0, minor = 0] = needed.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return undefined;
  return `This is Node ${version}, and Node ${needed} or later is needed: get it at https://nodejs.org, or by npm install node@${major}.`;
}

/** Throws an Error with that sentence if this Node is too old. */
export function refuseOldNode(range: string): void {
  const oldNode = describeOldNode(range);
  if (oldNode) throw new Error(oldNode);
}
