/** Whether only this machine answers to this name or address, as `URL.hostname` writes it. Browsers resolve `*.localhost` to it. */
export const isLoopback = (hostname: string): boolean => /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
