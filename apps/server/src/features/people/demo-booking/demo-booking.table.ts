declare module '#platform/postgres/database.ts' {
  interface Database {
    demo_booking: {
      id: string;
      name: string;
      email: string;
      company: string;
      phone: string;
      message: string;
      time_wishes: Date[];
      network: string;
      created_at: Date;
    };
  }
}
