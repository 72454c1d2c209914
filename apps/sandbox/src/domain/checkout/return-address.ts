/** Schemes whose addresses run code. */
const runningSchemes = ['javascript:', 'data:', 'vbscript:', 'blob:', 'filesystem:'];

/** Whether a buyer's browser may be sent to an address: that of a web page, or of an app, such as `myapp://return`. */
export function canReturnTo(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol !== undefined && !runningSchemes.includes(protocol);
}
