/** Whether only this machine answers to this name or address, with or without brackets. Browsers resolve `*.localhost` to it. */
export const isLoopback = (host: string): boolean => /^((.+\.)?localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);
