/** Whether only this machine answers to this name or address, with or without brackets. Browsers resolve `*.localhost` to it. */
export const isLoopback = (host: string): boolean => /^((.+\.)?localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

/** Says that this Node is older than `engines.node` of a package.json, such as `>=24.18`, and what to do. Undefined if it is not. */
export function describeOldNode(range: string, version: string = process.versions.node): string | undefined {
  const needed = range.replace('>=', '');
  if (version.localeCompare(needed, 'en', { numeric: true }) >= 0) return undefined;
  const [major] = needed.split('.');
  return `This is Node ${version}, and Node ${needed} or later is needed: get it at https://nodejs.org, or by npm install node@${major}.`;
}
