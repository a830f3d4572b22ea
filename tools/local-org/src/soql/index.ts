/** SOQL: text → syntax tree → names resolved against the schema → SQL → records. */
export { analyzeQuery, selectedColumns, type QueryAnalysis, type SelectedColumn } from './analyze-query.js';
export { explainQuery, type QueryPlanReport } from './explain-query.js';
export { runQuery, type QueryOptions, type QueryOutcome } from './run-query.js';
export { parseQuery } from './parser/parse.js';
export { QuerySyntaxError, type QueryErrorDetail, type QueryProblem } from './problem.js';
export type { InaccessibleDetail } from './check-rights.js';
export { runSearch, type SearchOptions } from './sosl/run-search.js';
export { parseSearch, type Search } from './sosl/parse-search.js';
