/** The text of a stylesheet, which the build minifies. */
declare module '*.css' {
  const text: string;
  export default text;
}
