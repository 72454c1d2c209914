import type { ObservationReport } from './observation-report.ts';

/** Writes an observation as JSON, as its type describes it. */
export const formatObservationJson = (report: ObservationReport): string => `${JSON.stringify(report, null, 2)}\n`;
