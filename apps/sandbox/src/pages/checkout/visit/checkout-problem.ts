import type { Problem } from '../texts/problem.ts';

/** Ends a request with the page that tells the buyer about a problem. */
export class CheckoutProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`The checkout says: ${problem}.`);
    this.name = 'CheckoutProblem';
    this.problem = problem;
  }
}
