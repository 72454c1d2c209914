/** Whether a host name or address is loopback. Browsers resolve `*.localhost` to this machine, too. */
export const isLoopbackHost = (host: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
