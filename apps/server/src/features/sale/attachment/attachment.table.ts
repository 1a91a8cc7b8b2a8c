import type { Attachment } from '@usance/api/sale/attachment';

declare module '#platform/postgres/database.ts' {
  interface Database {
    attachment: {
      contract_id: string;
      offer_id: string;
      id: string;
      original_file_name: string;
      media_type: Attachment['mediaType'];
      file_size: number;
      digest: string;
      created_at: Date;
    };
    attachment_piece: { contract_id: string; attachment_id: string; piece_no: number; content: Buffer };
  }
}
