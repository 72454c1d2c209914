/** What to do about Node's errors of a server that can't listen, by their codes. */
export const listenRemedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken. Choose another one with --port, or 0 for a free one.',
  EACCES: 'The port is not allowed. Choose one above 1023 with --port.',
  EADDRNOTAVAIL: 'The address is not one of this machine. Choose another one with --host.',
  ENOTFOUND: 'The host is unknown. Choose another one with --host.',
};
