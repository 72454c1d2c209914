const pauseInMs = 500;

/** Polls the shop until the webhook has arrived, then opens the order. The page may set a time after which it reloads. */
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
    return true; // The shop may be restarting.
  }
}
