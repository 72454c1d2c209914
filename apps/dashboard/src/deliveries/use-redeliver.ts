import { useMove } from '../ui/use-move.ts';

/** Sends a delivery again, by its id. */
export function useRedeliver() {
  return useMove((control, deliveryId: string) => control.redeliver(deliveryId), {
    done: 'It is due again and goes out at once',
  });
}
