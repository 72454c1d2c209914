import type { Problem } from '../texts/problem.ts';

/** Ends a request with the page that shows a problem to the buyer. */
export class CheckoutProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`The checkout says: ${problem}.`);
    this.name = 'CheckoutProblem';
    this.problem = problem;
  }
}
