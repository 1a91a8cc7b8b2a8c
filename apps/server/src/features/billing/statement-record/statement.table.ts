import type { StatementSummary } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    statement: {
      contract_id: string;
      id: string;
      month: string;
      contract_name: string;
      customer_name: string;
      currency: Contract['currency'];
      start_at: Date;
      end_at: Date;
      statement_on: string;
      due_on: string;
      confirm_at: Date;
      deduct_at: Date;
      overdue_from: Date;
      signed_at: Date;
      line_count: number;
      digest: string;
      exact_amount: string;
      amount: string;
      marketplace_metered: Generated<string>;
      voucher_deducted: string;
      credit_applied: string;
      payable: string;
      cash_deducted: Generated<string>;
      credit_deducted: Generated<string>;
      frozen: Generated<string>;
      credited: Generated<string>;
      undeducted: GeneratedAlways<string>;
      deduct_state: GeneratedAlways<StatementSummary['deductState']>;
      confirm_state: StatementSummary['confirmState'];
      review_reason: string | null;
      disputed_at: Date | null;
      disputed_by: string | null;
      decided_dispute: ColumnType<
        NonNullable<StatementSummary['dispute']> | null,
        string | null | undefined,
        string | null
      >;
      hidden_at: Date | null;
      confirmed_at: Generated<Date | null>;
    };
    withdrawn_statement: { contract_id: string; id: string };
    statement_line: {
      contract_id: string;
      statement_id: string;
      line_no: number;
      product: string;
      type: string;
      sub_type: string;
      billing_item: string;
      cloud_provider: string;
      region: string;
      edition: string;
      consumption: string;
      consumption_unit: string;
      list_price: string;
      price_unit: string;
      zhekou: string;
      offer_id: string | null;
      adjustment: boolean;
      row_count: string;
      exact_amount: string;
      amount: string;
    };
  }
}
