/**
 * How much longer than the receiver's time-out a delivery stays with one process: for what happens before and after the
 * request, and for system clocks of several machines that differ a little.
 */
const leaseMarginInMs = 1000;

/** Until when one process alone may attempt a delivery, on the system's clock. After that, another one may. */
export function leaseUntil(systemNow: number, timeoutInMs: number): number {
  return systemNow + timeoutInMs + leaseMarginInMs;
}
