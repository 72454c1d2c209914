export { astToString, default as openapiTypescript } from 'openapi-typescript';
export { default as ts } from 'typescript';
