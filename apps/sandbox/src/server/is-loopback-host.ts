/** Tells whether only this machine reaches what listens on a host name or address. Browsers take `*.localhost` for loopback. */
export function isLoopbackHost(host: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}
