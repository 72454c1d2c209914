/** Calls a function once for each argument, and returns what it returned then. Compiling a validator takes longer than validating. */
export function memoize<Argument, Result>(create: (argument: Argument) => Result): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    const result = known.get(argument) ?? create(argument);
    known.set(argument, result);
    return result;
  };
}
