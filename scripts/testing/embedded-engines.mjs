// Setup of the test files that run on the embedded engines although servers are there.
delete process.env.TEST_POSTGRES_URL;
delete process.env.TEST_FAST_POSTGRES_URL;
