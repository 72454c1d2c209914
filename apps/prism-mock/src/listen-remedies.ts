/** What to do if a server can't listen, by the code of Node's error. */
export const listenRemedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken. Choose another one with --port, or 0 for a free port.',
  EACCES: 'The port is not allowed. Choose one above 1023 with --port.',
  EADDRNOTAVAIL: 'This machine does not have the address. Choose another one with --host.',
  ENOTFOUND: 'The host is unknown. Choose another one with --host.',
};
