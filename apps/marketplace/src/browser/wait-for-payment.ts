const pauseInMs = 500;

/** Asks the shop until the webhook has come, then goes on to the order. The page may name a time after which to load it again. */
export async function waitForPayment({ dataset }: HTMLElement): Promise<void> {
  const { waitFor = '', next = '/', reloadInMs } = dataset;
  if (reloadInMs) setTimeout(() => location.reload(), Number(reloadInMs));
  while (await isWaiting(waitFor)) await new Promise((resolve) => setTimeout(resolve, pauseInMs));
  location.replace(next);
}

async function isWaiting(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    return (await response.json()).isWaiting === true;
  } catch {
    return true; // The shop is away for a moment.
  }
}
