/** A name in camel case as words: `pendingDeliveries` is `Pending deliveries`. */
export function toWords(name: string): string {
  const text = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
