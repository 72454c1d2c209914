/** The beginning that a path has in common with a path of the document, in which a placeholder stands for any segment. */
export function sharedStart(segments: readonly string[], documented: string): string[] {
  const steps = documented.split('/').slice(1);
  const differs = steps.findIndex(
    (step, index) => !segments[index] || !(step.startsWith('{') || step === segments[index]),
  );
  return differs < 0 ? steps : steps.slice(0, differs);
}
