# The sites that deploy/varnish/soria.vcl asks, and the secret of a purge. Replace both; the file stands beside soria.vcl.

probe ready {
	# 503 while a site drains or refuses guests. One 503 takes it off the list, two 200 bring it back.
	.url = "/healthz?of=ready";
	.interval = 1s;
	.timeout = 1s;
	.window = 2;
	.threshold = 2;
	.initial = 1;
}

backend site_1 {
	.host = "127.0.0.1";
	.port = "3001";
	.probe = ready;
	.connect_timeout = 2s;
	# Payments take up to 60 s.
	.first_byte_timeout = 75s;
	.between_bytes_timeout = 75s;
}

backend site_2 {
	.host = "127.0.0.1";
	.port = "3002";
	.probe = ready;
	.connect_timeout = 2s;
	.first_byte_timeout = 75s;
	.between_bytes_timeout = 75s;
}

sub vcl_init {
	new sites = directors.round_robin();
	sites.add_backend(site_1);
	sites.add_backend(site_2);
}

# The value that a PURGE must have in X-Purge-Secret. Empty: every PURGE is refused.
sub purge_secret {
	set req.http.X-Soria-Expected = "";
}
