-- A batch may be lost in part: it is sent again like one that is lost as a whole.

comment on column usage_batch.lost_at is 'When the usage database was found to have other rows than it should, or none, and nothing is kept of them.';
