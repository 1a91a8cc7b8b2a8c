/** A stored usage row. Instants are RFC 3339; the quantity is a decimal string with at most 12 places. */
export type UsageRecordRow = {
  contract_id: string;
  source: string;
  usage_id: string;
  datacloud_id: string;
  datacloud_name: string;
  object_id: string;
  object_name: string;
  resource_kind: string;
  sku_no: number;
  quantity: string;
  start_at: string;
  end_at: string;
  bill_at: string;
  chargeable: 0 | 1;
};
