import type { IncomingEvent } from './incoming-event.ts';

/**
 * Events of one lane are handled one at a time, in the order of arrival. A lane is a milestone; an event that names none
 * has a lane of its own.
 */
export const laneOf = ({ event, key }: Pick<IncomingEvent, 'event' | 'key'>): string => event.milestoneId ?? key;
