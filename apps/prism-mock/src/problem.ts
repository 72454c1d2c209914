/** An error that the document has no answer for, sent in Prism's form, `application/problem+json`. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly type: string;

  constructor(
    status: number,
    { title, detail, type = 'about:blank' }: { title: string; detail: string; type?: string },
  ) {
    super(detail);
    this.status = status;
    this.title = title;
    this.type = type;
  }
}
