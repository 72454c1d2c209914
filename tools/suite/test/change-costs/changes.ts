import type { Change } from './change.ts';
import { controlField } from './changes/control-field.ts';
import { inbox } from './changes/inbox.ts';
import { operation } from './changes/operation.ts';
import { retrySchedule } from './changes/retry-schedule.ts';
import { rule } from './changes/rule.ts';

/** The trials, one for each section of docs/change.md. */
export const changes: Change[] = [operation, rule, controlField, inbox, retrySchedule];
