/** Whether only this machine reaches a server on this host name or address. Browsers resolve `*.localhost` to this machine. */
export const isLoopbackHost = (host: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
