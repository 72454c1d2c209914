import type { IncomingEvent } from './incoming-event.ts';

/**
 * Events of one ordering key are handled one at a time, in the order of arrival. An ordering key is a milestone; an event that names none
 * has an ordering key of its own.
 */
export const orderingKeyOf = ({ event, key }: Pick<IncomingEvent, 'event' | 'key'>): string => event.milestoneId ?? key;
