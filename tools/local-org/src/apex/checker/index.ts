export { checkUnits, declareUnits } from './check-units.js';
export type { CheckEnvironment, CheckResult } from './check-units.js';
export { SymbolTable } from '../binder/symbols.js';
export type { SourceUnit } from '../binder/units.js';
export type { SoqlAnalysis, SoqlAnalyzer } from '../binder/world.js';
export { DIAGNOSTICS } from '../diagnostics.js';
export type { DiagnosticCode, Problem } from '../diagnostics.js';
