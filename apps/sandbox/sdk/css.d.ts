/** A stylesheet, which the build minifies, as text. */
declare module '*.css' {
  const text: string;
  export default text;
}
