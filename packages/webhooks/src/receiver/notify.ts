/** Tells a hook. Whatever becomes of it, the request is answered as it would be without. */
export function notify<Message>(hook: ((message: Message) => unknown) | undefined, message: Message): void {
  try {
    void Promise.resolve(hook?.(message)).catch(() => {});
  } catch {
    // A hook only observes.
  }
}
