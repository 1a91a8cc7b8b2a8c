-- The job queue makes its own tables here. It does not make the schema itself: two processes that start together on an
-- empty database would both try, and one would fail.

create schema jobs;
