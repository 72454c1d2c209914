import { html } from 'hono/html';
import { type Problem, problemStatuses } from '../texts/problem.ts';
import type { PageRequest } from '../visit/page-request.ts';
import type { Html, Page } from './page.ts';

/** Says what happened and what the buyer can do. `actions` are ways on from here. */
export function problemPage({ language }: PageRequest, problem: Problem, actions: Html | '' = ''): Page {
  const { title, what, remedy } = language.texts.problems[problem];
  const body = html`<h1>${title}</h1>
    <div class="card narrow">
      <p class="lead">${what}</p>
      <p>${remedy}</p>
      <div class="actions">${actions}</div>
    </div>`;
  return { status: problemStatuses[problem], title, body };
}
