export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<>' | '<' | '<=' | '>' | '>=' | '&&' | '||';

/** Syntax of a formula. Names keep their spelling. */
export type FormulaNode =
  | { readonly kind: 'text'; readonly value: string }
  /** Digits as written. */
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  /** `Name`, `Account.Owner.Name`, `$User.Id`. */
  | { readonly kind: 'reference'; readonly path: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly FormulaNode[] }
  | { readonly kind: 'unary'; readonly operator: '-' | '+' | '!'; readonly operand: FormulaNode }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: FormulaNode;
      readonly right: FormulaNode;
    };
