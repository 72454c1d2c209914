/** Schemes whose addresses run code, show what they hold, or open files. */
const harmfulSchemes = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'filesystem:', 'about:', 'view-source:'];

/** Whether a buyer's browser may be sent to an address: that of a web page, or of an app, such as `myapp://return`. */
export function canReturnTo(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol !== undefined && !harmfulSchemes.includes(protocol);
}
